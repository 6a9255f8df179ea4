-- Values of a thesaurus are compared in normal form C. Two that were different before stay.
create index thesaurus_entry_form_c on thesaurus_entry ((thesaurus_id::text || ':' || normalize(value)));
