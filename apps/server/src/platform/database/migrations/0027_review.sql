-- The documents of what was said through shares, and of answers, now also say through which share their thread began.
insert into search_change (kind, document_id)
select 'annotation', id from annotation
where created_by_share_id is not null or related_to_id is not null
order by id;
