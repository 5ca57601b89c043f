#!/bin/sh
# Copies Gatehouse's database, proves that the copy can be restored, and keeps the newest: gatehouse-backup FOLDER [HOW MANY, 14 unless given]
set -eu
if [ $# -eq 0 ]; then
  echo 'Name the folder of the backups: gatehouse-backup FOLDER [HOW MANY, 14 unless given]' >&2
  exit 2
fi
folder=$1
keep=${2:-14}
umask 077
file=$folder/gatehouse-$(date -u +%Y-%m-%dT%H%M%SZ).db
unproven=$folder/unproven.db
trial=$(mktemp -d)
trap 'rm -rf "$trial"' EXIT

# The next night replaces one that could not be proven, so that failing nights do not fill the disk.
gatehouse backup "$unproven" --force >"$trial/copied"
# Restored beside the real one: a copy that is damaged, or of which something is missing, is found now and not on the day it is needed.
gatehouse restore "$unproven" --data "$trial" >"$trial/restored"
env -u GATEHOUSE_DATABASE gatehouse organiser list --data "$trial" >"$trial/organisers"
mv -- "$unproven" "$file"
echo "Backed up and restored on trial: $file"

# Only after a copy that is good, so that a failing backup never removes the last one.
ls -1 "$folder"/gatehouse-*.db | sort -r | tail -n "+$((keep + 1))" | while IFS= read -r old; do rm -- "$old"; done
