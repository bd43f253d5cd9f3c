#!/bin/bash
# COMMAND | show_progress.sh LOG shows how far a build by Ninja is: "[210/700] 30 %, 4 min left", one line that changes on
# a terminal, elsewhere a line for each tenth. All that the command prints goes to LOG.
log=$1
begin=$SECONDS
shown=0
while IFS= read -r line; do
  printf '%s\n' "$line" >>"$log"
  [[ $line =~ ^\[([1-9][0-9]*)/([0-9]+)\] ]] || continue
  finished=${BASH_REMATCH[1]} all=${BASH_REMATCH[2]}
  percent=$((100 * finished / all))
  left=$(((SECONDS - begin) * (all - finished) / finished))
  text="[$finished/$all] $percent %, $((left / 60)) min $((left % 60)) s left"
  if [[ -t 1 ]]; then
    printf '\r%-60s' "$text"
  elif ((percent / 10 > shown)); then
    shown=$((percent / 10))
    echo "$text"
  fi
done
[[ -t 1 ]] && printf '\r%-60s\r' ""
exit 0
