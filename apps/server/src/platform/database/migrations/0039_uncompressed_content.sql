-- The content of subtitles and transcripts is some hundred kilobytes and is changed entry by entry: compressing it takes
-- a third of the time of such a change. What is stored already is written so with its next change.
alter table annotation alter column structured_description set storage external;
