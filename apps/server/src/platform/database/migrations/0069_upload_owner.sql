-- The user who began an upload; null where a visitor of a share did.
alter table upload_session add column user_id bigint;
update upload_session set user_id = media_object.creator_id
from media_object
where media_object.id = upload_session.media_object_id and upload_session.visitor_session_id is null;
