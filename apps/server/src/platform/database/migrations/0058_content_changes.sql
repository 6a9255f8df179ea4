-- What has changed in the large content of an annotation since that was written whole: items of its lists, under
-- `<member>/<index>`. To change one of two thousand subtitles costs as much as that one, not as all of them.
alter table annotation add column content_changes jsonb not null default '{}';
