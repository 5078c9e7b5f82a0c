-- Files to translate, encrypted with their ids, which only their senders have. Deleted after an hour.
create table documents (
  account_id text collate "C" not null references accounts (id),
  id_hash text collate "C" not null,
  -- The request without the file.
  about bytea not null,
  file bytea not null,
  -- The translated file.
  content bytea,
  characters bigint not null check (characters >= 0),
  characters_done bigint check (characters_done between 0 and characters),
  created_at bigint not null,
  expires_at bigint not null,
  primary key (account_id, id_hash)
);

create index documents_by_expiry on documents (expires_at);
