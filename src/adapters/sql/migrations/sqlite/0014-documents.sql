-- Files to translate, encrypted with their ids, which only their senders have. Deleted after an hour.
create table documents (
  account_id text not null references accounts (id),
  id_hash text not null,
  -- The request without the file.
  about blob not null,
  characters integer not null check (characters >= 0),
  characters_done integer check (characters_done between 0 and characters),
  created_at integer not null,
  expires_at integer not null,
  primary key (account_id, id_hash)
) strict;

create index documents_by_expiry on documents (expires_at);

-- Apart, because SQLite reads and writes a row as a whole, and the progress of a document changes often.
create table document_files (
  account_id text not null,
  id_hash text not null,
  -- `content` is the translated file.
  kind text not null check (kind in ('content', 'file')),
  bytes blob not null,
  primary key (account_id, id_hash, kind),
  foreign key (account_id, id_hash) references documents (account_id, id_hash) on delete cascade
) strict;
