-- A change whose document could not be written is tried again later, and holds up no other.
alter table search_change add column attempts integer not null default 0, add column due timestamptz;
