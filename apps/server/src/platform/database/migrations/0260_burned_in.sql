-- A film with burned-in subtitles is an instance of its clip; its export leads there.
alter table subtitle_export add column media_instance_id bigint references media_instance (id) on delete cascade;
