-- Where to tell what happens in a share.
alter table share add column callback_url text;

-- What a session of a share has done already, so that each is told once.
create table share_visit (
  session_id bigint not null,
  verb text not null,
  media_object_id bigint not null,
  share_id bigint not null references share (id) on delete cascade,
  created bigint not null,
  primary key (session_id, verb, media_object_id)
);
create index share_visit_share on share_visit (share_id);
