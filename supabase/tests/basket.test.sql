-- What a browser learns of the products in its basket.
begin;
select no_plan();
select tests.set_up();

select tests.act_as('anonymous');
select is(
  public.products_still_there(array[tests.id(16), tests.id(15), tests.id(17), tests.id(99)]),
  array[tests.id(15), tests.id(16)],
  'sample products are still there; one that is no sample, and one that never was, are not'
);
select is(public.products_still_there('{}'), '{}'::uuid[], 'an empty basket has nothing to lose');
select is(public.products_still_there(array[null, tests.id(15)]::uuid[]), array[tests.id(15)], 'a missing id is not there');
select throws_ok(
  $$ select public.products_still_there(array(select gen_random_uuid() from generate_series(1, 1001))) $$,
  '22023', 'Ask for at most 1000 products at a time', 'a request names at most 1000 products'
);

select tests.act_as('owner');
delete from public.products where id = tests.id(15);
select tests.act_as('customer');
select is(public.products_still_there(array[tests.id(15), tests.id(16)]), array[tests.id(16)], 'a deleted product is gone');

select * from finish();
rollback;
