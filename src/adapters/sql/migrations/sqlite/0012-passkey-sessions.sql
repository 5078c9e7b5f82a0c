-- The passkey that began a session: removing the passkey ends the session.
alter table auth_sessions add column passkey_id text;
