-- The room of a document: its file, and as much for its translation.
alter table documents add column bytes integer not null default 0;
create index documents_room on documents (expires_at, account_id, bytes);
