-- A clip that exists may get an upload: a placeholder its file, a clip another original. The closed upload of the
-- original stays until the next one is complete.
alter table upload_session drop constraint upload_session_media_object_id_key;
create index upload_session_clip on upload_session (media_object_id);
create unique index upload_session_unclosed on upload_session (media_object_id) where state <> 'CLOSED';
-- Whether the clip was created for this upload, and ends with it when it is cancelled.
alter table upload_session add column is_new_clip boolean not null default true;
