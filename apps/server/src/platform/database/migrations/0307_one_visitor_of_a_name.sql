-- Who says a name alone is one visitor, also when it is said twice at once. Of those made twice the first is kept as the
-- visitor's own; the others are still there, for what was written with them.
update shared_user later set author_key = null
where later.email_key = '' and later.user_id is null and exists (
  select from shared_user earlier
  where earlier.production_id = later.production_id and earlier.author_key = later.author_key
    and earlier.username = later.username and earlier.email_key = '' and earlier.user_id is null
    and earlier.id < later.id
);
drop index shared_user_by_name;
-- A name may be longer than an index entry.
create unique index shared_user_by_name on shared_user (production_id, author_key, md5(username))
  where email_key = '' and user_id is null;
