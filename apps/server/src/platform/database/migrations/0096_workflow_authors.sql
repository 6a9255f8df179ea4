-- Which visitor started it: `visitor <author_id>` or `user <user_id>`. Null for the team and for what nobody proved.
alter table workflow add column author_key text;
update workflow set author_key = upload_session.author_key
  from upload_session
  where upload_session.workflow_id = workflow.id and workflow.share_id is not null
    and upload_session.author_key is not null;
