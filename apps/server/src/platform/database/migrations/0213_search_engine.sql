-- Whose documents the notes about the search index speak of: those of another engine are written anew.
alter table search_index add column engine text collate "C" not null default 'postgresql';
