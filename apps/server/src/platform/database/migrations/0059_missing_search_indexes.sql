-- Indexes of search_document that were dropped for a rebuild of very many documents, with the statements that make them
-- again; a rebuild is done when none is left.
create table search_missing_index (
  name text primary key,
  definition text not null
);
