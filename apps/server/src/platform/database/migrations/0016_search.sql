-- Search documents: derived from other tables, written in the transaction of each change, rebuilt at will.
--
--   search_value     every value that a field ever had, under an ordinal
--   search_word      every word of the analysed text: wildcards and fuzzy words are looked up here
--   search_slot      the place of a field in search_document.slots
--   search_document  one narrow row per document: ordinals, numbers, words
--   search_body      what a result shows
--
-- The two dictionaries have no unique index on purpose: two transactions that add the same value at the same moment
-- must neither wait for one another nor deadlock. A value may therefore have two ordinals; readers take all of them.
create table search_value (
  ord int primary key generated always as identity,
  field text collate "C" not null,
  -- The value as text; long ones are cut (see the room's schema).
  value text collate "C" not null,
  -- Set where the value is a number.
  number double precision
);
create index search_value_lookup on search_value (field, value);
create index search_value_number on search_value (field, number) where number is not null;

create table search_word (word text collate "C" not null);
create index search_word_lookup on search_word (word);

-- Fields that get their place first come first served; those past the last place are counted a slower way.
create table search_slot (
  field text collate "C" primary key,
  slot int not null generated always as identity,
  -- Whether some document has several values in it: then its values are counted in ords.
  is_list boolean not null
);
-- Known fields have their places from the start, so that no two writers meet here.
insert into search_slot (field, is_list) values
  ('objectType', false), ('type', false), ('funnel', false), ('language', false), ('subtitlePresetId', false),
  ('mediaObjectName', false), ('reviewStatus', false), ('creatorId', false), ('createdByShareId', false),
  ('createdBySharedUserId', false), ('relatedToId', false), ('threadGroupId_s_nm_d', false), ('source', false),
  ('origin', false), ('createdBy', false), ('modifiedBy', false), ('version', false), ('name', false),
  ('label', false), ('rating', false);

create table search_document (
  id bigint primary key,
  kind text collate "C" not null,
  production_id bigint,
  account_id bigint,
  media_object_id bigint,
  start_frame bigint,
  end_frame bigint,
  created bigint,
  last_updated bigint,
  -- Ordinals of all its values, ascending.
  ords int[] not null,
  -- By the place of the field: the ordinal of its one value, or 0. For counting values without a join.
  slots int[] not null,
  words tsvector not null,
  word_count int not null
);
create index search_document_created on search_document (production_id, kind, created, id);
create index search_document_clip on search_document (media_object_id, kind, start_frame, id);
create index search_document_account on search_document (account_id) where account_id is not null;
create index search_document_ords on search_document using gin (ords);
create index search_document_words on search_document using gin (words);

create table search_body (
  id bigint primary key references search_document (id) on delete cascade,
  body jsonb not null
);
