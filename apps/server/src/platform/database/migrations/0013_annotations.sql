-- One table for every kind of annotation, so that a clip's own metadata, its subclips, comments, transcripts and
-- subtitles are found, locked and deleted alike.
create table annotation (
  id bigint primary key default nextval('rushes_id'),
  version bigint not null default 1,
  created bigint not null,
  created_by text not null,
  creator_id bigint,
  modified_by text not null,
  last_updated bigint not null,
  production_id bigint not null references production (id),
  media_object_id bigint not null,
  object_type text not null,
  funnel text not null,
  type text,
  -- Frames, [start, end).
  start_frame bigint not null,
  end_frame bigint not null,
  related_to_id bigint references annotation (id) on delete cascade,
  translated_from_id bigint,
  language text,
  subtitle_preset_id text,
  review_status text,
  created_by_share_id bigint,
  created_by_shared_user_id bigint,
  -- Large in transcripts and subtitles: a change of another member leaves it where it is.
  structured_description jsonb not null default '{}',
  -- Members that nothing is looked up by, under their names in the interface.
  details jsonb not null default '{}',
  check (start_frame >= 0 and start_frame <= end_frame)
);
create index annotation_clip on annotation (media_object_id, funnel, start_frame, id);
create index annotation_production on annotation (production_id, id);
create index annotation_related_to on annotation (related_to_id) where related_to_id is not null;
create index annotation_translated_from on annotation (translated_from_id) where translated_from_id is not null;
-- Every clip has exactly one annotation of its own.
create unique index annotation_of_clip on annotation (media_object_id) where object_type = 'MediaObjectAnnotation';
-- One subtitle per clip, language and preset, also when two ask for it at the same moment.
create unique index annotation_subtitle
  on annotation (media_object_id, coalesce(language, ''), coalesce(subtitle_preset_id, ''))
  where funnel = 'Subtitle';

-- Which annotation hangs on which collection, in the collection's order.
create table annotation_attachment (
  editorial_object_id bigint not null,
  annotation_id bigint not null references annotation (id) on delete cascade,
  production_id bigint not null references production (id),
  position bigint not null,
  created bigint not null,
  primary key (editorial_object_id, annotation_id)
);
create index annotation_attachment_order on annotation_attachment (editorial_object_id, position, annotation_id);
create index annotation_attachment_annotation on annotation_attachment (annotation_id);
