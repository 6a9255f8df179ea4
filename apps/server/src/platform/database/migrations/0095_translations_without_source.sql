-- Translations named the subtitles that they were made from after those had been deleted.
with cleared as (
  update annotation
  set translated_from_id = null, version = version + 1
  where translated_from_id is not null
    and not exists (select from annotation source where source.id = annotation.translated_from_id)
  returning id
)
insert into search_change (kind, document_id)
select 'annotation', id from cleared order by id;
