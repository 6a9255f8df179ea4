-- When the original of a clip was probed last without success: others come first, and it is tried later.
alter table frame_times_due add column tried bigint not null default 0;
