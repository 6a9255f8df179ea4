-- Whether the link of a recipient was sent to their address, and why its mail could not be delivered.
alter table share_recipient add column mailed bigint;
alter table share_recipient add column undelivered text;
