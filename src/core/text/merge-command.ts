/** What git calls the driver in its messages. */
export const MERGE_NAME = 'locsync: merges locale files key by key';

/**
 * What git runs for each file, in its shell, at the top of the work tree. It names the program and
 * no path: a branch could bring a program of that path along. If the program is missing or fails,
 * git's own merge takes its place, so that no side is lost. Exit codes above 128 end git's merge.
 */
export const MERGE_COMMAND =
  'locsync merge-driver --reporter=human --marker-size=%L --ours-label=%X --theirs-label=%Y' +
  ' -- %O %A %B %P || { s=$?; test $s -eq 1 && exit 1; test $s -gt 128 && exit $s;' +
  ' git merge-file --marker-size=%L -L ours -L base -L theirs %A %O %B || exit 1; }';
