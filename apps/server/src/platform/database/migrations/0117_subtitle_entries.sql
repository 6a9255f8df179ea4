-- The entries of subtitles are rows of their own: an edit of one among two thousand writes that one. They are stored as
-- the text that was sent, so that reading them converts nothing. Positions have gaps, so that entries are inserted
-- between others without moving them.
create table subtitle_entry (
  annotation_id bigint not null references annotation (id) on delete cascade,
  position bigint not null,
  entry json not null,
  primary key (annotation_id, position)
);

-- What lay next to the content is written into it.
do $$
declare
  changed record;
  place text;
begin
  for changed in select id, content_changes from annotation where content_changes <> '{}' loop
    for place in select jsonb_object_keys(changed.content_changes) loop
      update annotation set structured_description = jsonb_set(structured_description,
        array[regexp_replace(place, '/[^/]*$', ''), substring(place from '[^/]*$')], changed.content_changes -> place)
      where id = changed.id;
    end loop;
  end loop;
end $$;
alter table annotation drop column content_changes;

insert into subtitle_entry (annotation_id, position, entry)
select id, (place * 1048576)::bigint, entry::json
from annotation, jsonb_array_elements(case when jsonb_typeof(structured_description -> 'subtitles') = 'array'
  then structured_description -> 'subtitles' else '[]' end) with ordinality as entries (entry, place)
where funnel = 'Subtitle';
update annotation set structured_description = structured_description - 'subtitles'
where id in (select annotation_id from subtitle_entry);

analyze subtitle_entry;
