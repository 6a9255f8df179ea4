-- Which service this is, and whether its media store was marked as its own: a node that is started on another store
-- would not find its media.
create table service_identity (
  is_only boolean primary key default true check (is_only),
  id uuid not null default gen_random_uuid(),
  store_marked boolean not null default false
);
