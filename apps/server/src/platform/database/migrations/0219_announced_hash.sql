-- The hash, SHA-256 or MD5 in hexadecimal, that an original was announced to have and that was not compared yet.
alter table media_instance add column announced_hash text;
