# Draw again, from this folder: gnuplot 'line.gp'
set encoding utf8
set terminal svg size 1000,700 dynamic font 'Helvetica,20' linewidth 1.5 background '#ffffff' noenhanced
set output 'line.svg'
set title 'tokens per s over chip cores'."\n".'several points share an x: the highest tokens per s is drawn'
set xlabel 'chip cores'
set ylabel 'tokens per s'
set key outside right top Left reverse samplen 2 spacing 1.2
set border 3
set tics nomirror out
set grid lc rgb '#e0e0e0' lw 0.5 lt 1
set offsets graph 0.02, graph 0.02, graph 0.05, graph 0
set yrange [0:*]
plot 'line.dat' index 0 using 1:2 with linespoints lw 2 dt 1 pt 7 ps 0.9 lc rgb '#0072b2' notitle
