-- Who has had a trial pack: keyed hashes of mailboxes, kept after an erasure. Without a time or an account, so that a row
-- does not lead back to either.
create table trial_takers (
  taker text collate "C" primary key
);
