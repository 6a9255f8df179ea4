-- Where an engine keeps its documents in collections: the one that answers, and the one that a rebuild fills beside it.
alter table search_index add column collection text, add column next_collection text;
