#!/bin/sh
# through_ccache.sh CCACHE COMPILER ARGUMENT... compiles by way of ccache. Precompiled headers need the two kinds of
# sloppiness (ccache's manual, "Precompiled headers"). Such a file of 100 MB is read once, for a checksum beside it,
# and not again for each source that uses it.
export CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_PCH_EXTSUM=1
"$@" || exit
for word; do
  [ "$before" = -o ] && made=$word
  before=$word
done
case $made in
  *.gch) sha1sum <"$made" >"$made.sum" ;;
esac
