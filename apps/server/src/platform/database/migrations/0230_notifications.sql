-- What people were notified about. Names and texts are read where they are, so that what is gone or closed is not shown.
create table notification (
  id bigint primary key default nextval('rushes_id'),
  user_id bigint not null references users (id),
  production_id bigint not null references production (id),
  kind text not null,
  -- What caused it: of one kind, a user is notified of it once.
  cause text collate "C" not null,
  -- What lines gather it by: the id of a clip, a share, a submission or the production.
  group_id bigint not null,
  media_object_id bigint,
  annotation_id bigint,
  share_id bigint,
  submission_id bigint,
  actor_id bigint,
  -- Of a visitor, as they called themselves.
  actor_name text,
  detail text,
  created bigint not null,
  read_at bigint,
  -- Whether it waits for the mail of the day.
  awaits_digest boolean not null default false,
  unique (user_id, kind, cause)
);
create index notification_of_user on notification (user_id, id);
create index notification_created on notification (created);
create index notification_digest on notification (user_id, created) where awaits_digest;

-- How users want to be notified, where it is not the default.
create table notification_preference (
  user_id bigint not null references users (id),
  kind text not null,
  channel text not null,
  primary key (user_id, kind)
);
