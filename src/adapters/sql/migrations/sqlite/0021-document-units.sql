-- Of `content`: the texts with their translations, encrypted as it is. Null if a node of an older version has written it.
alter table document_files add column units blob;
