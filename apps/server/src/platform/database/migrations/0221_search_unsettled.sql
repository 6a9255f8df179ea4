-- Documents that an engine beside the database has taken, but may still lose: until what it has on its disk was read back.
create table search_unsettled (
  collection text not null,
  document_id bigint not null,
  kind text not null,
  -- Under which it was written, or removed.
  version bigint not null,
  primary key (collection, document_id)
);
