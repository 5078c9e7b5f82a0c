-- The vendor whose API a request came by; null for the public API.
alter table usage add column api text;
alter table recent_requests add column api text;
