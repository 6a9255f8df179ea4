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
  -- Which visitor wrote it: `visitor <author_id>` or `user <user_id>`. Null for the team.
  author_key text,
  -- When a comment was deleted that still has replies: it is empty from then on, and is deleted with the last of them.
  deleted bigint,
  -- Large in transcripts: a change of another member leaves it where it is. Not compressed, which would take a third of
  -- the time of a change.
  structured_description jsonb not null default '{}',
  -- Members that nothing is looked up by, under their names in the interface.
  details jsonb not null default '{}',
  check (start_frame >= 0 and start_frame <= end_frame)
);
alter table annotation alter column structured_description set storage external;
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

-- The entries of subtitles are rows of their own: an edit of one among two thousand writes that one. They are stored as
-- the text that was sent, so that reading them converts nothing. Positions have gaps, so that entries are inserted
-- between others without moving them.
create table subtitle_entry (
  annotation_id bigint not null references annotation (id) on delete cascade,
  position bigint not null,
  entry json not null,
  primary key (annotation_id, position)
);

-- Which annotation is in which collection, in the collection's order.
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

-- What a bulk workflow is to do, and the outcome of each item: written in the transaction that does it.
create table annotation_bulk_item (
  workflow_id text collate "C" not null references workflow (id) on delete cascade,
  production_id bigint not null references production (id),
  annotation_id bigint not null,
  place integer not null,
  options jsonb not null,
  -- Null while it is to be done.
  status text check (status in ('Completed', 'Error')),
  error jsonb,
  primary key (workflow_id, annotation_id)
);
create index annotation_bulk_item_pending on annotation_bulk_item (workflow_id, place) where status is null;

-- Who has been notified that a comment mentions them.
create table mention (
  annotation_id bigint not null,
  mentioned_id bigint not null,
  created bigint not null,
  primary key (annotation_id, mentioned_id)
);
