-- Clips with a variable rate that were ingested before times of pictures were stored: their originals are probed once more.
create table frame_times_due (
  media_object_id bigint primary key references media_object (id) on delete cascade
);
insert into frame_times_due
select annotation.media_object_id
from annotation
join media_object on media_object.id = annotation.media_object_id
where annotation.object_type = 'MediaObjectAnnotation'
  and annotation.structured_description ->> 'variableFrameRate' = 'true'
  and not exists (
    select from media_frame_times times where times.media_object_id = annotation.media_object_id
  );
