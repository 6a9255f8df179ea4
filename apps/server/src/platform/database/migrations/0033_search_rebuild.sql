-- What is known of the search index as a whole: one row.
create table search_index (
  is_only boolean primary key default true check (is_only),
  -- Which form the documents have, as the code numbers it; 0 before any rebuild.
  format int not null,
  -- Raised when what processes remember of the dictionaries may no longer be so.
  generation int not null default 0,
  -- The rebuild that goes on, or went last: why, of how many documents in how many parts, and whether what was there
  -- had to be thrown away. Begun at an instant in epoch milliseconds.
  reason text,
  documents bigint not null default 0,
  parts int not null default 0,
  is_anew boolean not null default false,
  started bigint
);
insert into search_index (format) values (0);

-- What a rebuild has still to do: ranges of ids, both ends among them.
create table search_rebuild_part (
  first_id bigint not null,
  last_id bigint primary key
);
