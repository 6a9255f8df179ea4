-- Where a session was opened from, as its owner sees it: the address of the caller, and what program that said it was.
alter table session add column address text, add column user_agent text;
