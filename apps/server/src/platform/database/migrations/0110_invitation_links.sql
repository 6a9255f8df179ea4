-- The token by which somebody came in: the link of the mail still leads them in, and nobody else.
alter table account_participant add column token_hash bytea unique;

-- Why the mail of an invitation did not arrive.
alter table account_invitation add column undelivered text;
alter table production_participant add column undelivered text;

-- What a letter is about, for whom it concerns that it did not arrive.
alter table outbox add column subject_id bigint;
