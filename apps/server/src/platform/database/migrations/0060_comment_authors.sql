-- Changes of comments erased the names of their authors. Names that creators go by are restored; a comment that was
-- never changed, or whose creator is not known, has lost none.
with restored as (
  update annotation
  set details = details || jsonb_build_object('authorName', author.name)
  from (
    select comment.id, case
      when comment.created_by_shared_user_id is null then users.username
      else shared_user.username
    end as name
    from annotation comment
    left join users on users.id = comment.creator_id
    left join shared_user on shared_user.id = comment.created_by_shared_user_id
    where comment.funnel = 'ReviewComment' and comment.version > 1 and not comment.details ? 'authorName'
  ) author
  where author.id = annotation.id and author.name is not null
  returning annotation.id
)
insert into search_change (kind, document_id)
select 'annotation', id from restored order by id;
