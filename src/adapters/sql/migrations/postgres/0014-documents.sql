-- Files to translate, encrypted with their ids, which only their senders have. Deleted after an hour.
create table documents (
  account_id text collate "C" not null references accounts (id),
  id_hash text collate "C" not null,
  -- The request without the file.
  about bytea not null,
  characters bigint not null check (characters >= 0),
  characters_done bigint check (characters_done between 0 and characters),
  created_at bigint not null,
  expires_at bigint not null,
  primary key (account_id, id_hash)
);

create index documents_by_expiry on documents (expires_at);

-- Apart, because SQLite reads and writes a row as a whole, and the progress of a document changes often.
create table document_files (
  account_id text collate "C" not null,
  id_hash text collate "C" not null,
  -- `content` is the translated file.
  kind text collate "C" not null check (kind in ('content', 'file')),
  bytes bytea not null,
  primary key (account_id, id_hash, kind),
  foreign key (account_id, id_hash) references documents (account_id, id_hash) on delete cascade
);
