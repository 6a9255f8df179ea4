-- Which documents have to be written anew, listed in the transaction that changed their resources and struck off in
-- the one that wrote them.
create table search_change (
  id bigint primary key generated always as identity,
  kind text not null,
  document_id bigint not null
);
