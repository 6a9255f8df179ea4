-- What a bulk workflow is to do, and what has become of each: written in the transaction that does it.
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
