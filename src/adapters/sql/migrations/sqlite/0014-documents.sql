-- Files to translate, encrypted with their ids, which only their senders have. Deleted after an hour.
create table documents (
  account_id text not null references accounts (id),
  id_hash text not null,
  -- The request without the file.
  about blob not null,
  file blob not null,
  -- The translated file.
  content blob,
  characters integer not null check (characters >= 0),
  characters_done integer check (characters_done between 0 and characters),
  created_at integer not null,
  expires_at integer not null,
  primary key (account_id, id_hash)
) strict;

create index documents_by_expiry on documents (expires_at);
