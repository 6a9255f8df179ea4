-- The store that has the bytes of an upload; null for those that were begun before this was noted.
alter table upload_session add column store text;
