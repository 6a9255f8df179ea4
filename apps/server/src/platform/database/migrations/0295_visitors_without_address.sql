-- Visitors who give a name alone have the empty address, and are none the less different ones.
drop index shared_user_email;
create unique index shared_user_email on shared_user (production_id, email_key) where user_id is null and email_key <> '';
create index shared_user_by_name on shared_user (production_id, author_key) where email_key = '';
