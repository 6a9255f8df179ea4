-- Searches that people keep in a production, for themselves or for everyone in it.
create table saved_search (
  id bigint primary key default nextval('rushes_id'),
  version bigint not null default 1,
  created bigint not null,
  created_by text not null,
  creator_id bigint not null references users (id),
  modified_by text not null,
  last_updated bigint not null,
  production_id bigint not null references production (id),
  name text not null,
  parameters jsonb not null,
  shared boolean not null,
  position int not null
);
create index saved_search_creator on saved_search (production_id, creator_id);
create index saved_search_shared on saved_search (production_id) where shared;
