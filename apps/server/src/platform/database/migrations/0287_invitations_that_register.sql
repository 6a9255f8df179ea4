-- Whether the link of an invitation creates a user: not where somebody was shown it who may not create users, and no
-- mail carries it to the address.
alter table production_participant add column may_register boolean not null default true;
