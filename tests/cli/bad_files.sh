#!/bin/sh
# Every kind of wrong file: one line with file and line, what would be right, exit status 2.
. "$(dirname "$0")/lib.sh"
cp "$data"/tiny* .

# Change the good file by a sed script and check what the command says of it.
hwspec() { # PATTERN SED-SCRIPT
    sed "$2" tiny.yaml >bad.yaml
    cmp -s tiny.yaml bad.yaml && complain "sed '$2' changes nothing"
    refuses "^bad\.yaml:$1" run bad.yaml tiny.json
    refuses "^bad\.yaml:$1" check bad.yaml
}
model() {
    sed "$2" tiny.json >bad.json
    cmp -s tiny.json bad.json && complain "sed '$2' changes nothing"
    refuses "^bad\.json:$1" run tiny.yaml bad.json
    refuses "^bad\.json:$1" check bad.json
}
sweep() {
    sed "$2" tiny-sweep.yaml >bad.yaml
    cmp -s tiny-sweep.yaml bad.yaml && complain "sed '$2' changes nothing"
    refuses "^bad\.yaml:$1" sweep bad.yaml -o bad.db
    refuses "^bad\.yaml:$1" check bad.yaml
    [ ! -e bad.db ] || complain "a database was made although the sweep was refused"
}

run 0 check tiny.yaml tiny.json tiny-sweep.yaml
says out '^tiny\.yaml: ok \(hwspec tiny\)$'
says out '^tiny\.json: ok \(model '
says out '^tiny-sweep\.yaml: ok \(sweep, 15 points\)$'

# hwspecs; line 17 is hbm.bandwidth, line 5 chip.cores
hwspec '17:[0-9]+: .*bandwith.*bandwidth' 's/^  bandwidth: 200 GB/  bandwith: 200 GB/'
hwspec '[0-9]+(:[0-9]+)?: .*hbm\.bandwidth' '/200 GB/d'
hwspec '17:[0-9]+: .*(unit|TB/s)' 's/200 GB\/s/200/'
hwspec '17:[0-9]+: .*B/s' 's/200 GB\/s/200 KiB/'
hwspec '17:[0-9]+: .*B/s' 's/200 GB\/s/200 GB/'
hwspec '5:[0-9]+: .*chip\.cores' 's/cores: 64/cores: 0/'
hwspec '5:[0-9]+: .*chip\.cores' 's/cores: 64/cores: -64/'
hwspec '5:[0-9]+: .*chip\.cores' 's/cores: 64/cores: 6.5/'
hwspec '13:[0-9]+: .*all-to-all' 's/topology: all-to-all/topology: all2all/'
hwspec '19:[0-9]+: .*duplicate.*bandwidth' 's/^  channels: 4/  channels: 4\n  bandwidth: 4 TB\/s/'
hwspec '[0-9]+:[0-9]+: ' 's/^chip:/chip: [/'
printf 'name: tiny\n' >bad.yaml
refuses '^bad\.yaml:[0-9]+' check bad.yaml
: >bad.yaml
refuses '^bad\.yaml' check bad.yaml

# models
model '2:[0-9]+: ' 's/\["LlamaForCausalLM"\],/["LlamaForCausalLM",,/'
model '[0-9]+(:[0-9]+)?: .*num_attention_heads' 's/"num_attention_heads": 8/"num_attention_heads": 12/'
model '[0-9]+(:[0-9]+)?.*hidden_size' '/"hidden_size"/d'
model '[0-9]+(:[0-9]+)?.*num_hidden_layers' 's/"num_hidden_layers": 2/"num_hidden_layers": -2/'

# sweeps; line 7 is the range, line 9 is where
sweep '7:[0-9]+: .*step' 's/step: 100 GB\/s/step: 0 GB\/s/'
sweep '7:[0-9]+: .*' 's/step: 100 GB\/s/step: -100 GB\/s/'
sweep '7:[0-9]+: .*' 's/to: 300 GB/to: 30 GB/'
sweep '7:[0-9]+: .*(unit|B/s)' 's/to: 300 GB\/s/to: 300/'
sweep '7:[0-9]+: .*hbm\.bandwidth' 's/hbm\.bandwidth:/hbm.bandwith:/'
sweep '8:[0-9]+: .*chip\.cores' 's/\[32, 64\]/[32, 0]/'
sweep '2(:[0-9]+)?: .*no-such' 's/tiny\.yaml/no-such/'
sweep '3(:[0-9]+)?: .*no-such' 's/tiny\.json/no-such/'
sweep '5(:[0-9]+)?: .*static' 's/basic, static/basic, statik/'
sweep '4(:[0-9]+)?: .*decode' 's/phase: decode/phase: decoding/'
sweep '9(:[0-9]+)?: ' 's/^where: .*/where: chip_cores >/'
sweep '9(:[0-9]+)?: .*chip_core' 's/^where: .*/where: chip_core > 3/'
sweep '9(:[0-9]+)?: ' "s/^where: .*/where: \"1); ATTACH 'x.db' AS x; --\"/"
sweep '9(:[0-9]+)?: ' 's/^where: .*/where: (SELECT count(*) FROM sqlite_master) > 0/'
sweep '9(:[0-9]+)?: ' "s/^where: .*/where: load_extension('x') IS NULL/"
sweep '1(:[0-9]+)?: .*nam' 's/^name:/nane:/'

# files that are not there, and databases that are none
refuses 'no-such' run no-such tiny.json
refuses 'no-such' run tiny.yaml no-such
refuses 'no-such\.yaml' sweep no-such.yaml
refuses 'no-such\.yaml' check no-such.yaml
refuses 'cannot tell what this is' check lib.sh
echo 'long enough a text to be taken for a file of some kind, but no database at all; one more line of it' >text.db
refuses '^antler: text\.db: ' sweep tiny-sweep.yaml -o text.db
refuses '^antler: text\.db: not an antler database' query text.db 'SELECT 1'
equal 'text.db' "$(wc -l <text.db)" 1
sqlite3 other.db 'CREATE TABLE t(a)'
refuses '^antler: other\.db: ' sweep tiny-sweep.yaml -o other.db
refuses '^antler: other\.db: not an antler database' pareto other.db --min latency_ms
refuses '^antler: no/such/folder/a\.db: ' sweep tiny-sweep.yaml -o no/such/folder/a.db
refuses '^antler: no\.db: No such file' show no.db 1

# what --set refuses
refuses "hbm\.bandwidth" run tiny.yaml tiny.json --set hbm.bandwith='1 TB/s'
refuses "TB/s" run tiny.yaml tiny.json --set hbm.bandwidth=1
refuses "chip\.cores" run tiny.yaml tiny.json --set chip.cores=0
refuses "statik.*static" run tiny.yaml tiny.json --design statik
finish
