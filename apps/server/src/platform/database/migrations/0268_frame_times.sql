-- When the pictures of a clip with a variable rate are shown, in milliseconds from the first one.
create table media_frame_times (
  media_object_id bigint primary key references media_object (id) on delete cascade,
  production_id bigint not null references production (id),
  times integer[] not null,
  end_ms integer not null
);
create index media_frame_times_production on media_frame_times (production_id);
