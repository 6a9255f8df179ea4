-- The file that the first attempt of a run hears: what is cut out of another one begins elsewhere.
alter table transcription_run add column instance_id bigint;
