# Draw again, from this folder: gnuplot 'front.gp'
set encoding utf8
set terminal svg size 1000,700 dynamic font 'Helvetica,20' linewidth 1.5 background '#ffffff' noenhanced
set output 'front.svg'
set title 'Pareto fronts: latency against chip cores'."\n".'3 of 4 points are on a front; the others are faint'
set xlabel 'chip cores, less is better'
set ylabel 'latency (ms), less is better'
set key outside right top Left reverse samplen 2 spacing 1.2 title 'design'
set border 3
set tics nomirror out
set grid lc rgb '#e0e0e0' lw 0.5 lt 1
set offsets graph 0.02, graph 0.02, graph 0.05, graph 0.05
plot 'front.dat' index 0 using 1:2 with points pt 7 ps 0.4 lc rgb '#b00072b2' notitle, \
     'front.dat' index 1 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#0072b2' title 'basic', \
     'front.dat' index 2 using 1:2 with linespoints lw 2 dt 1 pt 5 ps 0.9 lc rgb '#d55e00' title 'it''s'
